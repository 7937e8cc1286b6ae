// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Meter, MeterStatus} from "../../src/Meter.sol";
import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {Deployment} from "./Deployment.sol";

/// @notice An escrow, a token, the parties, and terms of 277 base units a second for an hour with a fee of 1 %.
abstract contract EscrowTest is Deployment {
    uint256 internal constant NOW = 1_800_000_000;
    uint256 internal constant PAYER_KEY = 0xA11CE;
    uint256 internal constant FUNDS = 1_000_000e6;
    uint256 internal constant DEPOSIT = 997_200;
    bytes32 internal constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    MeterEscrow internal escrow;
    TestAusd internal token;
    address internal payer = vm.addr(PAYER_KEY);
    address internal merchant = address(0x3E3C4A);
    address internal operator = address(0x09E4A7);
    address internal feeRecipient = address(0xFEE);
    address internal stranger = address(0x574A);

    function setUp() public virtual {
        vm.warp(NOW);
        escrow = deployEscrow();
        token = deployAusd();
        token.mint(payer, FUNDS);
    }

    function defaultTerms() internal view returns (MeterTerms memory) {
        return MeterTerms({
            payer: payer,
            merchant: merchant,
            operator: operator,
            token: address(token),
            feeRecipient: feeRecipient,
            feeBps: 100,
            ratePerSecond: 277e12,
            maxSeconds: 3600,
            stopGrace: 86_400,
            openBy: uint40(NOW + 1800),
            expiry: uint40(NOW + 1800 + 3600 + 30 days),
            salt: keccak256("sub_1")
        });
    }

    function openDefault() internal returns (MeterTerms memory terms) {
        terms = defaultTerms();
        openMeter(terms);
    }

    function openMeter(MeterTerms memory terms) internal returns (bytes32) {
        bytes memory signature = signOpening(terms, PAYER_KEY);
        vm.prank(operator);
        return escrow.open(terms, signature);
    }

    function signOpening(MeterTerms memory terms, uint256 key) internal view returns (bytes memory) {
        return sign(openingDigest(terms), key);
    }

    /// @dev Written out here, apart from the contract's own code.
    function openingDigest(MeterTerms memory terms) internal view returns (bytes32) {
        bytes32 structHash = keccak256(
            abi.encode(
                RECEIVE_TYPEHASH, terms.payer, escrow, escrow.deposit(terms), 0, terms.openBy, escrow.getId(terms)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", TestAusd(terms.token).DOMAIN_SEPARATOR(), structHash));
    }

    function sign(bytes32 digest, uint256 key) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    /// @dev The EIP-712 digest in the escrow's domain, written out here, apart from the contract's own code.
    function domainDigest(bytes32 structHash) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("MeterEscrow"),
                keccak256("1"),
                block.chainid,
                address(escrow)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    function settleAsOperator(MeterTerms memory terms, uint32 toSecond) internal returns (uint256 gross, uint256 fee) {
        vm.prank(operator);
        return escrow.settle(terms, toSecond);
    }

    function closeAsOperator(MeterTerms memory terms, uint32 toSecond)
        internal
        returns (uint256 gross, uint256 fee, uint256 refund)
    {
        vm.prank(operator);
        return escrow.close(terms, toSecond);
    }

    function stopAsPayer(MeterTerms memory terms) internal {
        vm.prank(terms.payer);
        escrow.stop(terms);
    }

    function assertState(bytes32 id, MeterStatus status, uint256 openedAt, uint256 stoppedAt, uint256 billed)
        internal
        view
    {
        Meter memory actual = escrow.state(id);
        vm.assertEq(uint256(actual.status), uint256(status), "status");
        vm.assertEq(actual.openedAt, openedAt, "openedAt");
        vm.assertEq(actual.stoppedAt, stoppedAt, "stoppedAt");
        vm.assertEq(actual.billedSeconds, billed, "billedSeconds");
    }

    function assertBalances(uint256 ofPayer, uint256 ofMerchant, uint256 ofFeeRecipient, uint256 ofEscrow)
        internal
        view
    {
        vm.assertEq(token.balanceOf(payer), ofPayer, "payer's balance");
        vm.assertEq(token.balanceOf(merchant), ofMerchant, "merchant's balance");
        vm.assertEq(token.balanceOf(feeRecipient), ofFeeRecipient, "fee recipient's balance");
        vm.assertEq(token.balanceOf(address(escrow)), ofEscrow, "escrow's balance");
    }

    /// @dev Needs `vm.recordLogs()` before the call in question.
    function assertNoLogs() internal {
        vm.assertEq(vm.getRecordedLogs().length, 0, "events");
    }
}
