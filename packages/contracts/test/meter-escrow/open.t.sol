// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {ContractWallet, DelegateWithoutErc1271} from "../mocks/ContractWallet.sol";
import {FeeOnTransferToken, GenerousToken, SilentToken} from "../mocks/MisbehavingTokens.sol";
import {PlainToken} from "../mocks/PlainToken.sol";

contract OpenTest is EscrowTest {
    function test_open_pullsTheDepositAndStartsTheMeter() public {
        MeterTerms memory terms = defaultTerms();
        bytes32 id = openMeter(terms);

        vm.assertEq(id, escrow.getId(terms), "id");
        assertState(id, MeterStatus.Open, NOW, 0, 0);
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
        vm.assertTrue(token.authorizationState(payer, id), "authorisation used");
    }

    // docs/money.md, rule 8
    function test_open_emitsTheFullTerms() public {
        MeterTerms memory terms = defaultTerms();
        bytes memory signature = signOpening(terms, PAYER_KEY);
        bytes32 id = escrow.getId(terms);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Opened(id, payer, merchant, terms);
        vm.prank(operator);
        escrow.open(terms, signature);
    }

    // docs/money.md, rule 3
    function test_open_roundsTheDepositUp() public {
        MeterTerms memory terms = defaultTerms();
        terms.ratePerSecond = 1;
        openMeter(terms);
        assertBalances(FUNDS - 1, 0, 0, 1);
    }

    function test_open_usesTheSignature_whenTheRateIsZero() public {
        MeterTerms memory terms = defaultTerms();
        terms.ratePerSecond = 0;
        bytes32 id = openMeter(terms);

        assertState(id, MeterStatus.Open, NOW, 0, 0);
        assertBalances(FUNDS, 0, 0, 0);
        vm.assertTrue(token.authorizationState(payer, id), "authorisation used");
    }

    function test_open_reverts_whenTheRateIsZeroAndTheSignatureAnothers() public {
        MeterTerms memory terms = defaultTerms();
        terms.ratePerSecond = 0;
        expectOpenRevert(terms, signOpening(terms, 0xBAD), abi.encodeWithSelector(TestAusd.InvalidSignature.selector));
    }

    function test_open_succeeds_forAContractWallet() public {
        MeterTerms memory terms = defaultTerms();
        terms.payer = address(new ContractWallet(payer));
        token.mint(terms.payer, DEPOSIT);
        bytes memory signature = abi.encodePacked(hex"01", signOpening(terms, PAYER_KEY));
        vm.prank(operator);
        bytes32 id = escrow.open(terms, signature);
        assertState(id, MeterStatus.Open, NOW, 0, 0);
        vm.assertEq(token.balanceOf(terms.payer), 0, "wallet's balance");
    }

    function test_open_succeeds_forADelegatedKey() public {
        vm.etch(payer, address(new DelegateWithoutErc1271()).code);
        bytes32 id = openMeter(defaultTerms());
        assertState(id, MeterStatus.Open, NOW, 0, 0);
    }

    // docs/money.md, rule 1
    function test_open_reverts_whenNotOperator() public {
        MeterTerms memory terms = defaultTerms();
        bytes memory signature = signOpening(terms, PAYER_KEY);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOperator.selector, stranger, operator));
        vm.prank(stranger);
        escrow.open(terms, signature);
    }

    // docs/money.md, rule 4
    function test_open_reverts_whenOpenedBefore() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        expectOpenRevert(terms, abi.encodeWithSelector(IMeterEscrow.AlreadyOpened.selector, id));
    }

    // docs/money.md, rule 4
    function test_open_reverts_whenClosed() public {
        MeterTerms memory terms = openDefault();
        closeAsOperator(terms, 0);
        bytes32 id = escrow.getId(terms);
        expectOpenRevert(terms, abi.encodeWithSelector(IMeterEscrow.AlreadyOpened.selector, id));
    }

    // docs/money.md, rule 4
    function test_open_reverts_whenReclaimed() public {
        MeterTerms memory terms = openDefault();
        vm.warp(terms.expiry);
        escrow.reclaim(terms);
        vm.warp(NOW);
        bytes32 id = escrow.getId(terms);
        expectOpenRevert(terms, abi.encodeWithSelector(IMeterEscrow.AlreadyOpened.selector, id));
    }

    // docs/money.md, rule 4
    function test_open_reverts_whenAnyTermDiffersFromTheSigned() public {
        MeterTerms memory signed = defaultTerms();
        bytes memory signature = signOpening(signed, PAYER_KEY);
        bytes memory reason = abi.encodeWithSelector(TestAusd.InvalidSignature.selector);
        MeterTerms memory terms = defaultTerms();
        terms.merchant = stranger;
        expectOpenRevert(terms, signature, reason);
        terms = defaultTerms();
        terms.feeRecipient = stranger;
        expectOpenRevert(terms, signature, reason);
        terms = defaultTerms();
        terms.feeBps = 101;
        expectOpenRevert(terms, signature, reason);
        terms = defaultTerms();
        terms.ratePerSecond += 1;
        expectOpenRevert(terms, signature, reason);
        terms = defaultTerms();
        terms.maxSeconds -= 1;
        expectOpenRevert(terms, signature, reason);
        terms = defaultTerms();
        terms.stopGrace += 1;
        expectOpenRevert(terms, signature, reason);
        terms = defaultTerms();
        terms.openBy += 1;
        expectOpenRevert(terms, signature, reason);
        terms = defaultTerms();
        terms.expiry += 1;
        expectOpenRevert(terms, signature, reason);
        terms = defaultTerms();
        terms.salt = keccak256("sub_2");
        expectOpenRevert(terms, signature, reason);
        terms = defaultTerms();
        terms.payer = stranger;
        token.mint(stranger, FUNDS);
        expectOpenRevert(terms, signature, reason);
    }

    function test_open_reverts_whenTheOperatorDiffersFromTheSigned() public {
        bytes memory signature = signOpening(defaultTerms(), PAYER_KEY);
        MeterTerms memory terms = defaultTerms();
        terms.operator = stranger;
        vm.expectRevert(abi.encodeWithSelector(TestAusd.InvalidSignature.selector));
        vm.prank(stranger);
        escrow.open(terms, signature);
    }

    function test_open_reverts_whenSignedForAnotherEscrow() public {
        bytes memory signature = signOpening(defaultTerms(), PAYER_KEY);
        escrow = deployEscrow();
        expectOpenRevert(defaultTerms(), signature, abi.encodeWithSelector(TestAusd.InvalidSignature.selector));
    }

    function test_open_reverts_whenSignedForAnotherChain() public {
        bytes memory signature = signOpening(defaultTerms(), PAYER_KEY);
        vm.chainId(143);
        expectOpenRevert(defaultTerms(), signature, abi.encodeWithSelector(TestAusd.InvalidSignature.selector));
    }

    // docs/money.md, rule 2
    function test_open_reverts_whenAPartyIsZeroTheEscrowOrTheToken() public {
        address[3] memory invalid = [address(0), address(escrow), address(token)];
        for (uint256 i = 0; i < invalid.length; i++) {
            bytes memory reason = abi.encodeWithSelector(IMeterEscrow.PartyInvalid.selector, invalid[i]);
            MeterTerms memory terms = defaultTerms();
            terms.payer = invalid[i];
            expectOpenRevert(terms, reason);
            terms = defaultTerms();
            terms.merchant = invalid[i];
            expectOpenRevert(terms, reason);
            terms = defaultTerms();
            terms.feeRecipient = invalid[i];
            expectOpenRevert(terms, reason);
            terms = defaultTerms();
            terms.operator = invalid[i];
            vm.expectRevert(reason);
            vm.prank(invalid[i]);
            escrow.open(terms, "");
        }
    }

    // docs/money.md, rule 2
    function test_open_boundsTheFee() public {
        MeterTerms memory terms = defaultTerms();
        terms.feeBps = 1001;
        expectOpenRevert(terms, abi.encodeWithSelector(IMeterEscrow.FeeTooHigh.selector, 1001, 1000));
        terms.feeBps = 1000;
        openMeter(terms);
    }

    // docs/money.md, rule 2
    function test_open_boundsTheMaximumSeconds() public {
        MeterTerms memory terms = defaultTerms();
        terms.maxSeconds = 59;
        expectOpenRevert(terms, abi.encodeWithSelector(IMeterEscrow.MaxSecondsOutOfRange.selector, 59, 60, 2_592_000));
        terms.maxSeconds = 2_592_001;
        expectOpenRevert(
            terms, abi.encodeWithSelector(IMeterEscrow.MaxSecondsOutOfRange.selector, 2_592_001, 60, 2_592_000)
        );
        terms.maxSeconds = 2_592_000;
        terms.expiry = terms.openBy + terms.maxSeconds;
        openMeter(terms);
        terms.maxSeconds = 60;
        terms.expiry = terms.openBy + 60;
        openMeter(terms);
    }

    // docs/money.md, rule 2
    function test_open_boundsTheGrace() public {
        MeterTerms memory terms = defaultTerms();
        terms.stopGrace = 604_801;
        expectOpenRevert(terms, abi.encodeWithSelector(IMeterEscrow.StopGraceTooLong.selector, 604_801, 604_800));
        terms.stopGrace = 604_800;
        openMeter(terms);
    }

    // docs/money.md, rule 2
    function test_open_boundsTheExpiry() public {
        MeterTerms memory terms = defaultTerms();
        uint40 earliest = terms.openBy + 3600;
        uint40 latest = earliest + 60 days;
        terms.expiry = earliest - 1;
        expectOpenRevert(
            terms, abi.encodeWithSelector(IMeterEscrow.ExpiryOutOfRange.selector, earliest - 1, earliest, latest)
        );
        terms.expiry = latest + 1;
        expectOpenRevert(
            terms, abi.encodeWithSelector(IMeterEscrow.ExpiryOutOfRange.selector, latest + 1, earliest, latest)
        );
        terms.expiry = earliest;
        openMeter(terms);
        terms.expiry = latest;
        openMeter(terms);
    }

    // docs/money.md, rule 6
    function test_open_needsToComeBeforeOpenBy() public {
        MeterTerms memory terms = defaultTerms();
        vm.warp(terms.openBy);
        expectOpenRevert(terms, abi.encodeWithSelector(IMeterEscrow.OpenByPassed.selector, terms.openBy, terms.openBy));
        vm.warp(terms.openBy - 1);
        openMeter(terms);
    }

    // docs/money.md, rule 2
    function test_open_boundsOpenBy() public {
        MeterTerms memory terms = defaultTerms();
        terms.openBy = uint40(NOW + 1 days + 1);
        terms.expiry = terms.openBy + terms.maxSeconds;
        expectOpenRevert(
            terms, abi.encodeWithSelector(IMeterEscrow.OpenByTooFarAhead.selector, NOW + 1 days + 1, NOW + 1 days)
        );
        terms.openBy -= 1;
        openMeter(terms);
    }

    // docs/money.md, rule 2
    function test_open_boundsTheDeposit() public {
        MeterTerms memory terms = defaultTerms();
        uint256 most = type(uint96).max;
        terms.maxSeconds = 1000;
        terms.ratePerSecond = uint128(most * 1e9 + 1);
        expectOpenRevert(terms, abi.encodeWithSelector(IMeterEscrow.DepositTooLarge.selector, most + 1, most));
        terms.ratePerSecond = type(uint128).max;
        expectOpenRevert(
            terms, abi.encodeWithSelector(IMeterEscrow.DepositTooLarge.selector, 340282366920938463463374607432, most)
        );
        terms.ratePerSecond = uint128(most * 1e9);
        token.mint(payer, most);
        openMeter(terms);
        vm.assertEq(token.balanceOf(address(escrow)), most, "escrow's balance");
    }

    // docs/money.md, rule 3
    function test_open_reverts_whenTheTokenMovesAnotherAmount() public {
        expectDepositNotReceived(new FeeOnTransferToken(), DEPOSIT - 1);
        expectDepositNotReceived(new SilentToken(), 0);
        expectDepositNotReceived(new GenerousToken(), DEPOSIT + 1);
    }

    function test_open_reverts_whenTheAuthorisationWasCancelled() public {
        MeterTerms memory terms = defaultTerms();
        bytes32 id = escrow.getId(terms);
        bytes32 cancelled =
            keccak256(abi.encode(keccak256("CancelAuthorization(address authorizer,bytes32 nonce)"), payer, id));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), cancelled));
        token.cancelAuthorization(payer, id, sign(digest, PAYER_KEY));
        expectOpenRevert(
            terms, signOpening(terms, PAYER_KEY), abi.encodeWithSelector(TestAusd.UsedOrCanceledAuthorization.selector)
        );
        assertState(id, MeterStatus.Unknown, 0, 0, 0);
    }

    function expectDepositNotReceived(PlainToken misbehaving, uint256 received) private {
        misbehaving.mint(payer, FUNDS);
        MeterTerms memory terms = defaultTerms();
        terms.token = address(misbehaving);
        expectOpenRevert(terms, "", abi.encodeWithSelector(IMeterEscrow.DepositNotReceived.selector, received, DEPOSIT));
    }

    function expectOpenRevert(MeterTerms memory terms, bytes memory reason) private {
        expectOpenRevert(terms, signOpening(terms, PAYER_KEY), reason);
    }

    function expectOpenRevert(MeterTerms memory terms, bytes memory signature, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(operator);
        escrow.open(terms, signature);
    }
}
