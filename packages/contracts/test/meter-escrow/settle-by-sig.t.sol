// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterStatus} from "../../src/Meter.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {ContractWallet, DelegateWithoutErc1271} from "../mocks/ContractWallet.sol";

/// @notice The payment that a merchant gets without the operator, and only with the operator's statement (docs/money.md,
/// rule 70).
contract SettleBySigTest is EscrowTest {
    uint256 private constant OPERATOR_KEY = 0x09E4A7;

    function setUp() public override {
        super.setUp();
        operator = vm.addr(OPERATOR_KEY);
    }

    function test_settleBySig_chargesAndPays_sentByAnyone() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        bytes memory signature = state(id, 1000);
        vm.warp(NOW + 2000);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Settled(id, 0, 1000, 277_000, 2_770);
        vm.prank(stranger);
        (uint256 gross, uint256 fee) = escrow.settleBySig(terms, 1000, signature);
        vm.assertEq(gross, 277_000, "gross");
        vm.assertEq(fee, 2_770, "fee");
        assertBalances(FUNDS - DEPOSIT, 274_230, 2_770, DEPOSIT - 277_000);
        assertState(id, MeterStatus.Open, NOW, 0, 1000);
    }

    function test_settleBySig_isCumulative() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        vm.warp(NOW + 2000);
        escrow.settleBySig(terms, 1000, state(id, 1000));
        vm.recordLogs();
        escrow.settleBySig(terms, 1000, state(id, 1000));
        escrow.settleBySig(terms, 400, state(id, 400));
        assertNoLogs();
        settleAsOperator(terms, 1200);
        escrow.settleBySig(terms, 1500, state(id, 1500));
        assertState(id, MeterStatus.Open, NOW, 0, 1500);
        assertBalances(FUNDS - DEPOSIT, 415_500 - 4_155, 4_155, DEPOSIT - 415_500);
    }

    function test_settleBySig_clampsToWallClockStopAndMaximum() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        bytes memory signature = state(id, 9000);
        vm.warp(NOW + 10);
        escrow.settleBySig(terms, 9000, signature);
        assertState(id, MeterStatus.Open, NOW, 0, 10);
        vm.warp(NOW + 90);
        stopAsPayer(terms);
        vm.warp(NOW + 5000);
        escrow.settleBySig(terms, 9000, signature);
        assertState(id, MeterStatus.Open, NOW, NOW + 90, 90);

        terms.salt = "never stopped";
        (terms.openBy, terms.expiry) = (terms.openBy + 5000, terms.expiry + 5000);
        id = openMeter(terms);
        vm.warp(NOW + 15_000);
        escrow.settleBySig(terms, 9000, state(id, 9000));
        assertState(id, MeterStatus.Open, NOW + 5000, 0, 3600);
    }

    function test_settleBySig_movesNothing_onceEnded() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        vm.warp(NOW + 1000);
        closeAsOperator(terms, 100);
        vm.recordLogs();
        escrow.settleBySig(terms, 1000, state(id, 1000));
        assertNoLogs();
        assertState(id, MeterStatus.Closed, NOW, 0, 100);
    }

    function test_settleBySig_succeeds_forAContractOperator() public {
        MeterTerms memory terms = defaultTerms();
        terms.operator = address(new ContractWallet(operator));
        bytes memory opening = signOpening(terms, PAYER_KEY);
        vm.prank(terms.operator);
        bytes32 id = escrow.open(terms, opening);
        vm.warp(NOW + 1000);
        escrow.settleBySig(terms, 1000, abi.encodePacked(hex"01", state(id, 1000)));
        assertState(id, MeterStatus.Open, NOW, 0, 1000);
        expectInvalid(terms, 1000, abi.encodePacked(hex"01", sign(escrow.getStatementDigest(id, 1000), 0xBAD)));
    }

    function test_settleBySig_succeeds_forADelegatedKey() public {
        MeterTerms memory terms = openDefault();
        vm.etch(operator, address(new DelegateWithoutErc1271()).code);
        vm.warp(NOW + 1000);
        escrow.settleBySig(terms, 1000, state(escrow.getId(terms), 1000));
        assertState(escrow.getId(terms), MeterStatus.Open, NOW, 0, 1000);
    }

    function test_settleBySig_reverts_whenSignedForOtherSecondsMeterEscrowOrChain() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        vm.warp(NOW + 1000);
        expectInvalid(terms, 1001, state(id, 1000));
        expectInvalid(terms, 1000, state(keccak256("another"), 1000));
        expectInvalid(terms, 1000, sign(deployEscrow().getStatementDigest(id, 1000), OPERATOR_KEY));
        expectInvalid(terms, 1000, sign(escrow.getStatementDigest(id, 1000), PAYER_KEY));
        expectInvalid(terms, 1000, sign(escrow.getStopDigest(id), OPERATOR_KEY));
        expectInvalid(terms, 1000, sign(id, OPERATOR_KEY));
        expectInvalid(terms, 1000, "");
        bytes memory signature = state(id, 1000);
        vm.chainId(143);
        expectInvalid(terms, 1000, signature);
    }

    /// @dev The recipients are in the terms, and the terms in the id that was signed.
    function test_settleBySig_reverts_whenTheTermsAreNotThose() public {
        MeterTerms memory terms = openDefault();
        bytes memory signature = state(escrow.getId(terms), 1000);
        vm.warp(NOW + 1000);
        terms.merchant = stranger;
        expectInvalid(terms, 1000, signature);
    }

    function test_settleBySig_reverts_whenNeverOpened() public {
        MeterTerms memory terms = defaultTerms();
        bytes32 id = escrow.getId(terms);
        bytes memory signature = state(id, 1000);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, MeterStatus.Unknown));
        escrow.settleBySig(terms, 1000, signature);
    }

    /// @dev A signature that recovers to the zero address must not pass as the zero address's signature.
    function test_settleBySig_reverts_whenTheOperatorIsZeroAndTheSignatureMalformed() public {
        MeterTerms memory terms = defaultTerms();
        terms.operator = address(0);
        expectInvalid(terms, 1, hex"00");
    }

    function state(bytes32 id, uint32 toSecond) private view returns (bytes memory) {
        return sign(escrow.getStatementDigest(id, toSecond), OPERATOR_KEY);
    }

    function expectInvalid(MeterTerms memory terms, uint32 toSecond, bytes memory signature) private {
        bytes32 id = escrow.getId(terms);
        vm.expectRevert(
            abi.encodeWithSelector(IMeterEscrow.StatementSignatureInvalid.selector, id, toSecond, terms.operator)
        );
        escrow.settleBySig(terms, toSecond, signature);
    }
}
